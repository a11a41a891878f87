import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Http } from '../src/http/http.ts'
import { resourcesOf } from '../src/resources.ts'

type Operation = { 'x-callers'?: string }
type Document = { paths: Record<string, Record<string, Operation>> }

const METHODS = ['get', 'post', 'patch', 'delete', 'put']

/**
 * Returns the operations that an API key may call. The others need a signed-in user or a customer's
 * browser.
 */
function operationsOfKeys(): string[] {
  const file = join(import.meta.dirname, '../../openapi.json')
  const { paths }: Document = JSON.parse(readFileSync(file, 'utf8'))
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => METHODS.includes(method))
      .filter(([, operation]) => operation['x-callers'] === 'keys and members')
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
}

/** Returns the operation of each method of each resource, found by calling it. */
function operationsOfMethods(): string[] {
  const called: string[] = []
  const note = (method: string) => (path: string) => void called.push(`${method} ${path}`)
  const [get, post, patch, remove] = ['GET', 'POST', 'PATCH', 'DELETE'].map((it) => note(it))
  const http = { get, list: get, bytes: get, text: get, post, patch, delete: remove }
  for (const resource of Object.values(resourcesOf(http as unknown as Http))) {
    for (const method of Object.values(resource)) {
      const call = method as (...args: unknown[]) => unknown
      call([], [], [], [])
    }
  }
  return called
}

test('every operation that a key may call is one method of one resource', () => {
  const operations = operationsOfKeys()
  expect(operations.length).toBeGreaterThan(90)
  expect(operationsOfMethods().toSorted()).toEqual(operations.toSorted())
})
