import type { TestApp } from './app.ts'
import { givenCustomer } from './given.ts'
import type { Route } from './openapi.ts'
import { givenMember } from './people.ts'
import { givenPortal } from './portal.ts'

/** Calls a documented route as one who may: a secret key, an owner, or a customer in their portal. */
export async function createCaller(t: TestApp, customerId?: string) {
  const { browser: owner } = await givenMember(t, { role: 'owner' })
  const portal = await givenPortal(t, t.api, customerId ?? (await givenCustomer(t.api)).id)
  return ({ method, callers }: Pick<Route, 'method' | 'callers'>, url: string, body?: unknown) => {
    if (callers === 'keys and members') return t.api.call(method, url, body)
    return (callers === 'customers' ? portal : owner).call(method, url, body)
  }
}

export type Caller = Awaited<ReturnType<typeof createCaller>>
