/** Runs a program of a package in an empty folder, with the fake models behind an address. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { serveModels } from './fake-models.mjs'

const BIN = join(import.meta.dirname, 'node_modules', '.bin')

export async function runProgram({ command: [program, ...args], env, files }) {
  const server = await serveModels()
  const home = mkdtempSync(join(tmpdir(), 'record-'))
  const given = { home, models: server.url }
  for (const [name, text] of Object.entries(files?.(given) ?? {})) {
    writeFileSync(join(home, name), text)
  }
  const child = spawn(join(BIN, program), args, {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, HOME: home, ...env(given) },
    timeout: 60_000,
  })
  await new Promise((resolve) => child.on('exit', resolve))
  // The last export may still be on its way.
  await wait(1_000)
  server.close()
  rmSync(home, { recursive: true, force: true })
}
