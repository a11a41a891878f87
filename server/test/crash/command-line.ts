import { parseArgs } from 'node:util'

/** Command-line options of a crash test. */
export type Options = { rounds: number; seed: number; role: string; keep: boolean }

const SEEDS = 1_000_000

/** Parses the options; `rounds` is the default number of rounds. */
export function readOptions(rounds: number): Options {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: String(rounds) },
      seed: { type: 'string', default: String(Date.now() % SEEDS) },
      role: { type: 'string', default: 'all' },
      keep: { type: 'boolean', default: false },
    },
  })
  return {
    rounds: wholeNumber('--rounds', values.rounds),
    seed: wholeNumber('--seed', values.seed),
    role: values.role,
    keep: values.keep,
  }
}

/** Exits on signals, so that exit handlers clean up what was started. */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}"`)
  return Number(text)
}
