import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { cleanUpOnExit } from './clean-up-on-exit.ts'
import { programEnv } from './program-env.ts'

const CLI = join(import.meta.dirname, '../../src/cli.ts')

/** Runs a command against a database and returns what an operator sees. */
export async function runCommand(databaseUrl: string, ...args: string[]) {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: programEnv({ DATABASE_URL: databaseUrl }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid) cleanUpOnExit({ pid: child.pid })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, output, errors }
}
