/**
 * Checks openapi.json: every field has a description, and every request and answer with a body has
 * an example that is valid.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { problemsOfDocument } from './document/problems.ts'

const file = join(import.meta.dirname, '../openapi.json')
const problems = problemsOfDocument(JSON.parse(readFileSync(file, 'utf8')))
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}
