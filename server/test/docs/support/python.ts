import { execFile, execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './pages.ts'

/** True if this machine can run the programs in Python; otherwise none of them is checked. */
export const hasPython = isInstalled()

if (!hasPython) {
  process.stderr.write('There is no python3 here: programs in Python were not run.\n')
}

/**
 * Runs a program with the client of this checkout; returns its output. The files in `sdks-python`
 * stand in for the SDKs of model providers.
 */
export async function runPython(
  text: string,
  folder: string,
  settings: Record<string, string>,
): Promise<string> {
  const file = join(folder, 'program.py')
  await writeFile(file, text)
  const env = { PATH: process.env.PATH, ...pythonSettings(), ...settings }
  const { stdout } = await promisify(execFile)('python3', [file], { cwd: folder, env })
  return stdout
}

/** Returns the environment in which a program finds its modules. */
export const pythonSettings = () => ({
  PYTHONPATH: `${join(ROOT, 'client-python/src')}:${join(import.meta.dirname, 'sdks-python')}`,
  PYTHONDONTWRITEBYTECODE: '1',
})

/** Returns the syntax error of a program; undefined when there is none. */
export async function pythonProblem(text: string): Promise<string | undefined> {
  if (!hasPython) return undefined
  const check = 'import ast, sys; ast.parse(sys.argv[1], feature_version=(3, 9))'
  try {
    await promisify(execFile)('python3', ['-c', check, text])
    return undefined
  } catch (error) {
    return String(error)
  }
}

function isInstalled(): boolean {
  try {
    const check = 'import sys; sys.exit(sys.version_info < (3, 9))'
    execFileSync('python3', ['-c', check], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
