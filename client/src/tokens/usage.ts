import { warn } from '../warn.ts'

/** What an SDK gave: the usage, or the response, chunk or event that has it. */
export type Given<Usage> = Usage | { usage?: Usage | null | undefined } | null | undefined

/** The usage in what was given; the thing itself where it has none under these names. */
export function usageIn<Usage>(given: unknown, ...names: string[]): Usage {
  const fields = fieldsOf(given)
  const inside = names.map((name) => fields[name]).find(isObject)
  return (inside ?? fields) as Usage
}

/** Also of what is no object: programs without types give anything, and no job may fail on it. */
export const fieldsOf = (given: unknown): Record<string, unknown> => (isObject(given) ? given : {})

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null

/** For warnings: the name of the function, and where the SDK has the usage. */
export type Source = { name: string; hint: string }

type Lack = 'no usage' | 'usage without input tokens' | 'an answer that is not finished'

const warned = new Set<string>()

/** Once in a process for each function and lack: a job that streams may be one of millions. */
export function warnOfUsage({ name, hint }: Source, lack: Lack): void {
  const text = `${name} was given ${lack}, so tokens are missing and the cost is too low. ${hint}`
  if (warned.has(text)) return
  warned.add(text)
  warn(text)
}
