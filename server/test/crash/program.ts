import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanUpOnExit } from '../support/clean-up-on-exit.ts'
import { programEnv } from '../support/program-env.ts'
import type { Site } from './site.ts'

const CLI = join(import.meta.dirname, '../../src/cli.ts')
/** Flags of `npm start`. */
const FLAGS = ['--max-semi-space-size=128']
/** More than the minute for which the program waits for a PostgreSQL that does not stop. */
const START_LIMIT_MS = 180_000
const POLL_MS = 20

/** One run of the production program, `serve`, in a separate process. */
export type Program = {
  pid: number
  /** Undefined while it runs; then its exit code or the signal that ended it. */
  ending: () => string | undefined
  ended: Promise<string>
  signal: (signal: 'SIGKILL' | 'SIGTERM') => void
  /** Returns its stdout so far. */
  output: () => string
}

export function startProgram(site: Site): Program {
  const log = openSync(site.serverLog, 'a')
  const child = spawn(process.execPath, [...FLAGS, CLI, 'serve', '--role', site.role], {
    env: environment(site),
    stdio: ['ignore', 'pipe', log],
  })
  closeSync(log)
  const { pid } = child
  if (pid === undefined) throw new Error(`Cannot start ${process.execPath} ${CLI}`)
  let output = ''
  let ending: string | undefined
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  site.pids.add(pid)
  cleanUpOnExit({ pid })
  const ended = endOf(child, 'exit').then((how) => {
    site.pids.delete(pid)
    ending = how
    return how
  })
  return {
    pid,
    ending: () => ending,
    ended,
    signal: (signal) => void child.kill(signal),
    output: () => output,
  }
}

/** Resolves when the service is ready. Rejects when the program ended, or after 180 seconds. */
export async function waitUntilReady(site: Site, program: Program): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS
  for (;;) {
    const ending = program.ending()
    if (ending !== undefined) {
      throw new Error(`The server ended with ${ending} while it started:\n${logTail(site)}`)
    }
    if (performance.now() > deadline) {
      throw new Error(`The server was not ready after ${START_LIMIT_MS} ms:\n${logTail(site)}`)
    }
    const answer = await fetch(`${site.url}/readyz`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await sleep(POLL_MS)
  }
}

/** Runs another command of the program to its end and returns its stdout. */
export async function runCommand(site: Site, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: environment(site),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ending = await endOf(child, 'close')
  if (ending !== '0') throw new Error(`${args.join(' ')} ended with ${ending}`)
  return output
}

const TAIL_LINES = 25
const LINE_LENGTH_MAX = 400

/** Returns the last log lines of the server and PostgreSQL, for a violation message. */
export function logTail(site: Site): string {
  return [site.serverLog, join(site.dataDir, 'postgres.log')]
    .map((path) => `--- ${path}\n${tail(path)}`)
    .join('\n')
}

function tail(path: string): string {
  try {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES)
    return lines.map((line) => line.slice(0, LINE_LENGTH_MAX)).join('\n')
  } catch {
    return '(none)'
  }
}

function environment({ dataDir, port, settings }: Site): NodeJS.ProcessEnv {
  return programEnv({
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    PIECEWORK_ENV: 'test',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
    ...settings,
  })
}

/** `close` comes after all output, `exit` as soon as the process has ended. */
function endOf(child: ChildProcess, event: 'exit' | 'close'): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once(event, (code, signal) => resolve(String(code ?? signal)))
  })
}
