import { readFileSync } from 'node:fs'
import { isDatabaseUnreachable } from '../../../src/platform/database/errors.ts'
import type { Site } from '../site.ts'

type LogLine = {
  level: number
  msg: string
  err?: { name?: string; code?: string; message?: string; stack?: string }
}

const ERROR_LEVEL = 50
/** PostgreSQL error codes of constraint violations and of statements that no outage explains. */
const MISTAKES = /^(22|23|42|XX)|^40P01$/
const BUGS = ['AssertionError', 'TypeError', 'ReferenceError', 'RangeError', 'SyntaxError']

/**
 * Reports errors in the log that no outage explains: a constraint violation is a bug even after a
 * kill.
 */
export function checkLog({ serverLog }: Site): string[] {
  const lines = readFileSync(serverLog, 'utf8').split('\n')
  return lines.flatMap((text) => {
    const line = parseLine(text)
    if (!line || line.level < ERROR_LEVEL || !line.err) return []
    const { name = '', code = '', message = '', stack = '' } = line.err
    if (!MISTAKES.test(code) && !BUGS.includes(name)) return []
    // A cluster reports an unavailable node with the same codes as its own mistakes.
    if (isDatabaseUnreachable(Object.assign(new Error(message), { code }))) return []
    const where = stack.split('\n').find((frame) => frame.includes('/server/src/')) ?? ''
    return [`the log says "${line.msg}": ${name} ${code} ${message}${where}`]
  })
}

/**
 * Returns the log errors of the request that an answer belongs to; empty if the answer names none.
 */
export function causeOf(serverLog: string, answer: string): string {
  const requestId = /"requestId":"([^"]+)"/.exec(answer)?.[1]
  const lines = readFileSync(serverLog, 'utf8').split('\n')
  const errors = lines.flatMap((text) => {
    const line = requestId !== undefined && text.includes(requestId) ? parseLine(text) : undefined
    const { name = '', code = '', message = '', stack = '' } = line?.err ?? {}
    return line?.err ? [`${name} ${code} ${message}\n${stack}`] : []
  })
  return errors.join('\n')
}

function parseLine(text: string): LogLine | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
