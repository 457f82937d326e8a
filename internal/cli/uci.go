package cli

import (
	"os"
	"strings"

	"xorro/uci"
)

// speakUCI answers a front end, or a person if it writes to a terminal.
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

// runLines runs each argument as a line of UCI. The end of the lines cuts no search
// short.
func runLines(lines []string, env environment) error {
	driver, err := uci.New(strings.NewReader(strings.Join(lines, "\n")), env.out, env.engineName())
	if err != nil {
		return err
	}
	driver.FinishJobs()
	return driver.Run()
}
