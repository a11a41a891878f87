/** Runs `worker.mjs` in workerd, the runtime of Cloudflare Workers. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../web/test/support/free-port.ts'
import { bundle } from '../support/bundle.ts'
import { EXPECTED, startWebService } from '../support/web-service.ts'

const REQUESTS = 20

export async function runWorkerd(program: string, home: string): Promise<string> {
  const service = await startWebService()
  const port = await freePort()
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'worker.mjs'), await bundle('worker.mjs', ['workerd', 'worker'], 'esm'))
  writeFileSync(join(home, 'config.capnp'), configOf(port, service.url))
  const child = spawn(program, ['serve', 'config.capnp'], { cwd: home, stdio: 'inherit' })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  try {
    assert.deepEqual(await (await answered(`${url}/use`)).json(), EXPECTED)
    const stored = service.keys.length
    const ids = Array.from({ length: REQUESTS }, (_, index) => `request-${index}`)
    // Each answers before its record is stored, and its instance lives until then.
    await Promise.all(ids.map((id) => fetch(`${url}/?id=${id}`)))
    while (service.keys.length < stored + REQUESTS) await pause(20)
    assert.deepEqual(service.keys.slice(stored).toSorted(), ids.toSorted())
    return 'ok'
  } finally {
    child.kill()
    await ended
    service.close()
  }
}

/** Asks until the program listens. */
async function answered(url: string): Promise<Response> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await fetch(url)
    } catch (error) {
      if (attempts > 200) throw error
      await pause(50)
    }
  }
}

const configOf = (port: number, service: string) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.mjs")],
  compatibilityDate = "2026-01-01",
  bindings = [
    (name = "PIECEWORK_API_KEY", text = "pw_sk_live_web"),
    (name = "PIECEWORK_BASE_URL", text = "${service}"),
  ],
);
`
