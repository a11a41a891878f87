import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { parseConfig } from '../../../src/config.ts'
import { unknownCommands } from './commands.ts'
import { type Block, ROOT } from './pages.ts'
import { pythonProblem } from './python.ts'
import { checkSyntax } from './shell.ts'

/**
 * Returns the problems of a block that is not run against a service, as far as they can be checked.
 */
export async function proveAlone(block: Block): Promise<string[]> {
  const { kind, note, text } = block
  if (note.startsWith('by ')) return byTest(block, note.slice('by '.length))
  if (note !== '' && !/^not run: .{10,}/.test(note)) return [`the note "${note}" says no reason`]
  switch (kind) {
    case 'sh': {
      const refused = await checkSyntax(text)
      const unknown = unknownCommands(text).map((command) => `there is no ${command}`)
      return refused === undefined ? unknown : [refused, ...unknown]
    }
    case 'python': {
      const problem = await pythonProblem(text)
      return problem === undefined ? [] : [problem]
    }
    case 'env':
      return problemsOfSettings(text)
    case 'json':
      return problemOf(() => JSON.parse(text))
    case 'yaml':
      return problemOf(() => parse(text))
    case 'ts':
      // Its types are checked together with those of all programs.
      return note === '' ? ['no test runs it: say why'] : []
    case 'text':
    case 'ini':
      return note === '' ? [`nothing shows that this ${kind} is right: say why it is not run`] : []
    default:
      return [`"${kind}" is no kind of block that is known: ${KINDS.join(', ')}`]
  }
}

export const KINDS = ['sh', 'ts', 'python', 'sql', 'env', 'json', 'text', 'yaml', 'ini']

function byTest({ page }: Block, file: string): string[] {
  const path = join(ROOT, 'server/test/docs', file)
  if (!existsSync(path)) return [`there is no test ${file}`]
  const name = page.replace(/^docs\//, '')
  return readFileSync(path, 'utf8').includes(name) ? [] : [`${file} does not read ${name}`]
}

/** A value such as `<your own>`. */
const PLACEHOLDER = /^<.+>$/

/**
 * Parses settings like a process at its start, which refuses each placeholder; then with real
 * values instead.
 */
function problemsOfSettings(text: string): string[] {
  const lines = [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)]
  const unquoted = lines.map(([, name = '', value = '']) => [name, value.replace(/^"(.*)"$/, '$1')])
  const settings = Object.fromEntries(unquoted)
  const placeholders = Object.keys(settings).filter((name) => PLACEHOLDER.test(settings[name]))
  const refused = parseConfig(settings)
  const refusals = refused.ok ? [] : refused.problems
  const accepted = placeholders
    .filter((name) => !refusals.some((problem) => problem.startsWith(name)))
    .map((name) => `the service starts with the placeholder of ${name}`)
  const real = placeholders.map((name) => [name, randomBytes(32).toString('base64')])
  const result = parseConfig({ ...settings, ...Object.fromEntries(real) })
  return [...accepted, ...(result.ok ? [] : result.problems)]
}

function problemOf(read: () => unknown): string[] {
  try {
    read()
    return []
  } catch (error) {
    return [String(error)]
  }
}
