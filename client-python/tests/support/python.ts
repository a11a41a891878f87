import { execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** True if this machine has a `python3` that the client supports. */
export const hasPython = supportsClient()

/** A note for the names of tests that do nothing without Python. */
export const note = hasPython ? '' : ' (no python3 of 3.9 or newer here: nothing was run)'

if (!hasPython) process.stderr.write(`The tests of client-python were not run${note}\n`)

export const environment = (more: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  PYTHONPATH: join(ROOT, 'src'),
  PYTHONDONTWRITEBYTECODE: '1',
  ...more,
})

/** Runs tests of a folder below `client-python`; returns the output, or rejects with it. */
export function unittest(folder: string, env: Record<string, string> = {}): Promise<string> {
  const discover = ['-m', 'unittest', 'discover', '-s', folder, '-t', '.']
  const options = { cwd: ROOT, env: environment(env), timeout: 110_000 }
  return new Promise((resolve, reject) => {
    execFile('python3', discover, options, (error, stdout, stderr) => {
      if (error) reject(new Error(stdout + stderr))
      else resolve(stderr)
    })
  })
}

function supportsClient(): boolean {
  try {
    const check = 'import sys; sys.exit(sys.version_info < (3, 9))'
    execFileSync('python3', ['-c', check], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
