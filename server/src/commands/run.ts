import { type Config, configFromProcess } from '../config.ts'
import { AppError } from '../platform/errors.ts'
import { OperatorError } from '../platform/program/operator-error.ts'

/** A mistake by the operator, reported without a stack trace. */
export class CommandError extends OperatorError {}

/** Returns the settings. Throws CommandError with all problems when they are invalid. */
export function readConfig(): Config {
  const result = configFromProcess()
  if (result.ok) return result.config
  const problems = result.problems.map((problem) => `  ${problem}`).join('\n')
  throw new CommandError(`The settings are invalid:\n${problems}\n.env.example explains each one.`)
}

/** Runs a command and turns its failure into text on stderr and a non-zero exit code. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${explain(error)}\n`)
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isExpected = error instanceof OperatorError || error instanceof AppError
  const text = isExpected ? error.message : (error.stack ?? error.message)
  return error.cause === undefined || isExpected ? text : `${text}\n${explain(error.cause)}`
}

/** Prints a result. Only results go to stdout, so that scripts can read them. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
