import { warn } from '../warn.ts'

/** The usage itself, or the response, chunk or event of an SDK that contains it. */
export type Given<Usage> = Usage | { usage?: Usage | null | undefined } | null | undefined

/** Returns the usage found under one of the names, else the object itself. */
export function usageIn<Usage>(given: unknown, ...names: string[]): Usage {
  const fields = fieldsOf(given)
  for (const name of names) {
    const inside = fields[name]
    if (!isObject(inside)) continue
    // An unfinished stream has a promise here. Its later rejection must not end the process.
    if (inside instanceof Promise) inside.catch(() => undefined)
    return inside as Usage
  }
  return fields as Usage
}

/**
 * Returns the fields of an object, and none for any other value. Untyped callers may pass anything,
 * and no job may fail here.
 */
export const fieldsOf = (given: unknown): Record<string, unknown> => (isObject(given) ? given : {})

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null

/** For warnings: the name of the function, and where the SDK provides the usage. */
export type Source = { name: string; hint: string }

type Lack = 'no usage' | 'usage without input tokens' | 'an answer that is not finished'

const warned = new Set<string>()

/**
 * Warns once per process for each function and problem, because an agent may stream millions of
 * responses.
 */
export function warnOfUsage({ name, hint }: Source, lack: Lack): void {
  warnOnce(`${name} was given ${lack}, so tokens are missing and the cost is too low. ${hint}`)
}

/** Warns once per process for each function and kind of usage that tokens do not price. */
export function warnOfUnpriced({ name }: Source, what: string, remedy: string): void {
  warnOnce(`${name} was given ${what}, so the cost is too low. ${remedy}`)
}

function warnOnce(text: string): void {
  if (warned.has(text)) return
  warned.add(text)
  warn(text)
}
