import { vi } from 'vitest'
import { createProgram } from '../../src/commands/program.ts'
import { runCommand } from '../../src/commands/run.ts'

/** Where a command would end its process. */
class Exit extends Error {
  readonly code: unknown
  constructor(code: unknown) {
    super(`exit ${code}`)
    this.code = code
  }
}

function capture(side: 'stdout' | 'stderr') {
  let text = ''
  const spy = vi.spyOn(process[side], 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  return { text: () => text, release: () => spy.mockRestore() }
}

/**
 * What an operator sees who runs a command on the database of that address. It runs in this process,
 * because starting another one takes longer than most commands.
 */
export async function runHere(databaseUrl: string, ...args: string[]) {
  const [output, errors] = [capture('stdout'), capture('stderr')]
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Exit(code)
  })
  vi.stubEnv('DATABASE_URL', databaseUrl)
  vi.stubEnv('LOG_LEVEL', 'error')
  process.exitCode = undefined
  try {
    await runCommand(() =>
      createProgram()
        .parseAsync(args, { from: 'user' })
        .then(
          () => undefined,
          (error) => {
            if (!(error instanceof Exit)) throw error
            process.exitCode = Number(error.code)
          },
        ),
    )
    return { code: process.exitCode ?? 0, output: output.text(), errors: errors.text() }
  } finally {
    for (const { release } of [output, errors]) release()
    exit.mockRestore()
    vi.unstubAllEnvs()
    process.exitCode = undefined
  }
}
