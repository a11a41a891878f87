import type { Http } from '../../client/src/http/http.ts'
import { resourcesOf } from '../../client/src/resources.ts'
import type { Document, Operation } from './document.ts'

type Kind = 'get' | 'list' | 'bytes' | 'text' | 'post' | 'patch' | 'delete'

export type Method = { name: string; kind: Kind; path: string; operation: Operation }
export type Resource = { name: string; methods: Method[] }

export const VERB_OF: Readonly<Record<Kind, string>> = {
  get: 'get',
  list: 'get',
  bytes: 'get',
  text: 'get',
  post: 'post',
  patch: 'patch',
  delete: 'delete',
}

/** Returns resources and methods of the Node client; other clients use the same names. */
export function resourcesOfNode(document: Document): Resource[] {
  let called: { kind: Kind; path: string } | undefined
  const note = (kind: Kind) => (path: string) => {
    called = { kind, path }
  }
  const http = Object.fromEntries(
    (Object.keys(VERB_OF) as Kind[]).map((kind) => [kind, note(kind)]),
  )
  return Object.entries(resourcesOf(http as unknown as Http)).map(([name, methods]) => ({
    name,
    methods: Object.entries(methods).map(([method, call]) => {
      called = undefined
      const run = call as (...args: unknown[]) => unknown
      run([], [], [], [])
      if (called === undefined) throw new Error(`${name}.${method} calls no operation`)
      const { kind, path }: { kind: Kind; path: string } = called
      const operation = document.paths[path]?.[VERB_OF[kind]]
      if (operation === undefined) throw new Error(`There is no ${kind} ${path}`)
      return { name: method, kind, path, operation }
    }),
  }))
}
