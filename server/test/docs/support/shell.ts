import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cleanUpOnExit } from '../../support/clean-up-on-exit.ts'
import { BLOCK_END } from './block-end.ts'
import { ROOT } from './pages.ts'

export type Answered = {
  output: string
  /** Statuses of 400 and above that `curl` received. */
  refusals: number[]
}

type Options = { folder: string; port: number; env: Record<string, string> }

/** Stands in for npm's script in a checkout; the folder differs here. */
const NPM = `npm() {
  [ "$1 $2 $3 $4" = 'run -s piecework --' ] || { echo "nobody runs here: npm $*" >&2; return 1; }
  shift 4
  "$NODE" "$CLI" "$@"
}`

/**
 * Opens one shell for all blocks of a page, so that a block's variables remain set for the next.
 * Requests to the pages' address reach the test's service; no block is modified for it.
 */
export async function openShell({ folder, port, env }: Options) {
  const redirect = `connect-to = "127.0.0.1:8080:127.0.0.1:${port}"`
  const told = 'write-out = "%{stderr}\\nanswered %{http_code}\\n"'
  await writeFile(join(folder, '.curlrc'), `silent\nshow-error\n${redirect}\n${told}\n`)
  const program = { NODE: process.execPath, CLI: join(ROOT, 'server/src/cli.ts') }
  const shell = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail'], {
    cwd: folder,
    env: { PATH: process.env.PATH, CURL_HOME: folder, ...program, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  if (shell.pid) cleanUpOnExit({ pid: shell.pid })
  shell.stdin.write(`${NPM}\n`)
  return {
    run: (block: string) => runBlock(shell, block),
    close: async () => {
      if (shell.exitCode !== null) return
      shell.stdin.end()
      await once(shell, 'exit')
    },
  }
}

/**
 * Ends when the marks have arrived on stdout and stderr, or when a failed command ended the shell.
 */
async function runBlock(shell: ChildProcessWithoutNullStreams, block: string): Promise<Answered> {
  let [output, errors] = ['', '']
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  const look = () => output.endsWith(BLOCK_END) && errors.endsWith(BLOCK_END) && resolve()
  const onOutput = (chunk: Buffer) => {
    output += chunk
    look()
  }
  const onErrors = (chunk: Buffer) => {
    errors += chunk
    look()
  }
  const onClose = (code: number | null) =>
    reject(new Error(`a command failed, and the shell ended with ${code}:\n${output}\n${errors}`))
  shell.stdout.on('data', onOutput)
  shell.stderr.on('data', onErrors)
  shell.once('close', onClose)
  // A block must not read the shell's stdin, from which the blocks come.
  shell.stdin.write(
    `{\n${block}\n} </dev/null\nprintf '%s' '${BLOCK_END}'; printf '%s' '${BLOCK_END}' >&2\n`,
  )
  try {
    await done
  } finally {
    shell.stdout.off('data', onOutput)
    shell.stderr.off('data', onErrors)
    shell.off('close', onClose)
  }
  const statuses = Array.from(errors.matchAll(/^answered (\d+)$/gm), ([, status]) => Number(status))
  return {
    output: output.slice(0, -BLOCK_END.length),
    refusals: statuses.filter((status) => status >= 400),
  }
}

/** Returns a shell's syntax error; undefined when there is none. */
export async function checkSyntax(block: string): Promise<string | undefined> {
  try {
    await promisify(execFile)('bash', ['-n', '-c', block])
    return undefined
  } catch (error) {
    return String(error)
  }
}
