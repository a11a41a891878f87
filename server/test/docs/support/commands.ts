import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { createProgram } from '../../../src/commands/program.ts'
import { ROOT } from './pages.ts'

type Scripts = { scripts: Record<string, string> }
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Scripts

/** Returns Piecework commands in a text that do not exist. */
export function unknownCommands(text: string): string[] {
  const program = createProgram()
  const names = text.matchAll(
    /\bnpm (?:run (?:-s )?)?([\w:]+)(?: -- ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?)?/g,
  )
  return [...names].flatMap(([whole, script = '', name, part]) => {
    if (NPM_ITSELF.has(script)) return []
    if (!(script in scripts)) return [whole]
    if (script !== 'piecework' || name === undefined) return []
    const command = program.commands.find((one) => one.name() === name)
    if (command === undefined) return [whole]
    const parts = command.commands.map((one) => one.name())
    if (part === undefined && doesSomethingItself(command)) return []
    return parts.length === 0 || parts.includes(part ?? '') ? [] : [whole]
  })
}

/** The library has no public API for this. */
function doesSomethingItself(command: Command): boolean {
  return Boolean(Reflect.get(command, '_actionHandler'))
}

const NPM_ITSELF = new Set(['init', 'install', 'ci', 'pack', 'pkg'])
