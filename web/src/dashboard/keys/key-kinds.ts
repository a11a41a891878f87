import type { ApiKey, ApiKeyCreate } from '../../api/api-types.ts'

/** Choices for a new key; each combines a type and a scope. */
export const KEY_KINDS = {
  record: {
    label: 'Recording',
    about: 'Can only record usage. Use it in the workers of your agents.',
    body: { type: 'secret', scope: 'record' },
  },
  secret: {
    label: 'Secret',
    about: 'Full access to the API. Keep it on a server.',
    body: { type: 'secret', scope: 'full' },
  },
  publishable: {
    label: 'Publishable',
    about: 'Can only read public data. Safe to expose in a browser.',
    body: { type: 'publishable' },
  },
} as const satisfies Record<
  string,
  { label: string; about: string; body: Pick<ApiKeyCreate, 'type' | 'scope'> }
>

export type KeyKind = keyof typeof KEY_KINDS
export const KEY_KIND_NAMES = ['record', 'secret', 'publishable'] as const satisfies KeyKind[]

export function kindOf({ type, scope }: Pick<ApiKey, 'type' | 'scope'>): KeyKind {
  if (type === 'publishable') return 'publishable'
  return scope === 'record' ? 'record' : 'secret'
}
