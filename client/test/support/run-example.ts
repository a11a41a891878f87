import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { installClient } from './installed-client.ts'

const ROOT = join(import.meta.dirname, '../../..')

export type Examples = Awaited<ReturnType<typeof installExamples>>

/** Copies the examples to a separate folder, with the client as its users get it. */
export async function installExamples(settings: { apiKey: string; baseUrl: string }) {
  const home = await mkdtemp(join(tmpdir(), 'piecework-examples-'))
  await cp(join(ROOT, 'examples'), join(home, 'examples'), { recursive: true })
  await symlink(join(await installClient(), 'node_modules'), join(home, 'node_modules'))
  // The other dependencies of the examples, as an application has them.
  await symlink(join(ROOT, 'node_modules'), join(home, 'examples/node_modules'))
  const { PATH = '', HOME = '' } = process.env
  const env = {
    PATH,
    HOME,
    PIECEWORK_API_KEY: settings.apiKey,
    PIECEWORK_BASE_URL: settings.baseUrl,
  }
  return {
    /** Runs a program to its end; returns its output and exit code. */
    run: (program: string, ...args: string[]) =>
      new Promise<{ code: number; said: string }>((resolve) => {
        execFile(program, args, { cwd: home, env, timeout: 60_000 }, (error, stdout, stderr) => {
          const code = error === null ? 0 : Number(error.code ?? -1)
          resolve({ code, said: stdout + stderr })
        })
      }),
    /** Starts a program that runs until it is stopped; returns the address that it prints. */
    start: async (file: string, more: Record<string, string> = {}) => {
      const program = file.endsWith('.py') ? 'python3' : process.execPath
      const child = spawn(program, [file], { cwd: home, env: { ...env, ...more, PORT: '0' } })
      const stop = () => void child.kill()
      for await (const line of createInterface({ input: child.stdout })) {
        if (line.startsWith('http://')) return { url: line, stop }
      }
      throw new Error(`${file} printed no address`)
    },
    remove: () => rm(home, { recursive: true, force: true }),
  }
}
