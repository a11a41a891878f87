import { readFileSync } from 'node:fs'

/** Reads the recorded example of each operation, by its id: `npm run examples` records them. */
export function readExamples(): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8'))
}
