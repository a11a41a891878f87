import { createContext, runInContext } from 'node:vm'
import { EdgeVM } from '@edge-runtime/vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundle } from './support/bundle.ts'
import { EXPECTED, startWebService } from './support/web-service.ts'

let service: Awaited<ReturnType<typeof startWebService>>
beforeEach(async () => {
  service = await startWebService()
})
afterEach(() => service.close())

/** The globals of a worker that the client uses. Timers are numbers, as in workers and browsers. */
function webGlobals(warnings: string[]) {
  const timers = new Map<number, NodeJS.Timeout>()
  const started = (timer: NodeJS.Timeout) => {
    timers.set(timers.size + 1, timer)
    return timers.size
  }
  const clear = (id: number) => clearTimeout(timers.get(id))
  return {
    ...{ AbortController, AbortSignal, Headers, Request, Response, URL, URLSearchParams },
    ...{ TextDecoder, TextEncoder, atob, btoa, crypto, fetch, performance, queueMicrotask },
    setTimeout: (run: () => void, ms: number) => started(setTimeout(run, ms)),
    setInterval: (run: () => void, ms: number) => started(setInterval(run, ms)),
    clearTimeout: clear,
    clearInterval: clear,
    console: { warn: (text: string) => void warnings.push(text) },
  }
}

async function expectItWorks(used: unknown) {
  // Objects of another realm have other prototypes.
  expect(JSON.parse(JSON.stringify(await used))).toEqual(EXPECTED)
  expect(service.keys).toHaveLength(250)
  expect(new Set(service.keys).size).toBe(250)
  expect(service.keys[0]).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  )
}

test.each([
  ['a worker', ['workerd', 'worker']],
  ['a browser', ['browser']],
])('a bundle for %s works with Web APIs alone', async (_name, conditions) => {
  const warnings: string[] = []
  const context = createContext(webGlobals(warnings))
  expect(runInContext('typeof process + typeof Buffer + typeof require', context)).toBe(
    'undefined'.repeat(3),
  )
  runInContext(await bundle('web.mjs', conditions, 'iife'), context)
  await expectItWorks(runInContext(`bundled.useClient('${service.url}')`, context))
  expect(warnings).toEqual([expect.stringMatching(/^PieceworkWarning: anthropicTokens was given/)])
})

test('a bundle for the edge works in its runtime', async () => {
  const warnings: string[] = []
  const edge = new EdgeVM()
  const console = { warn: (text: string) => void warnings.push(text) }
  Object.assign(edge.context, { console })
  edge.evaluate(await bundle('web.mjs', ['edge-light', 'worker'], 'iife'))
  await expectItWorks(edge.evaluate(`bundled.useClient('${service.url}')`))
  expect(warnings).toHaveLength(1)
})
