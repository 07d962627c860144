// Reads an expression a line, as a JSON string, and says a line each what is wrong with it; the line is empty if nothing is.
// With the argument "functions" it prints every function with its types as JSON.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/prometheus/prometheus/promql/parser"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "functions" {
		if err := json.NewEncoder(os.Stdout).Encode(parser.Functions); err != nil {
			panic(err)
		}
		return
	}
	expressions := parser.NewParser(parser.Options{})
	lines := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var text string
		if err := json.Unmarshal(line, &text); err != nil {
			panic(err)
		}
		_, failure := expressions.ParseExpr(text)
		message := ""
		if failure != nil {
			message = strings.ReplaceAll(failure.Error(), "\n", " ")
		}
		fmt.Fprintln(out, message)
	}
}
