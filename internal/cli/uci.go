package cli

import (
	"os"
	"strings"

	"xorro/uci"
)

// speakUCI speaks UCI with a front end, or with a person if the output is a terminal.
func speakUCI(env environment) error {
	driver, err := uci.New(env.in, env.out, env.engineName())
	if err != nil {
		return err
	}
	if isTerminal(env.out) {
		driver.WriteFor(openTerminal(env.out.(*os.File)))
	}
	defer onInterrupt(driver.Interrupt)()
	return driver.Run()
}

// runLines runs lines of UCI, and waits for every search to end by itself.
func runLines(lines []string, env environment) error {
	driver, err := uci.New(strings.NewReader(strings.Join(lines, "\n")), env.out, env.engineName())
	if err != nil {
		return err
	}
	driver.FinishJobs()
	return driver.Run()
}
