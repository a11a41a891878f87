import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'
import { mayLoseDigits, parseExactJson } from '../../json/exact-json.ts'

const DEPTH_MAX = 64

/**
 * Parses JSON bodies and refuses any other type. It also refuses:
 * - the character NUL, which text columns cannot store
 * - keys that could modify an object's prototype
 * - nesting that would exhaust the stack of recursive code
 */
export function addJsonBodyParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    // Clients send the content type even without a body. The route decides whether a body is
    // required.
    if (text === '') return done(null)
    if (hasNul(text)) {
      done(new AppError('invalid_json', 'The body contains the character NUL (\\u0000); remove it'))
      return
    }
    void parse(request, text, (error, value) => {
      if (error) return done(error)
      if (isDeeperThan(value, DEPTH_MAX)) return done(new AppError('invalid_json', TOO_DEEP))
      done(null, mayLoseDigits(text) ? parseExactJson(text) : value)
    })
  })
}

const TOO_DEEP = `The body is nested more than ${DEPTH_MAX} levels deep`

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((member) => isDeeperThan(member, levels - 1))
  const members = value as Record<string, unknown>
  // Iterates without building a list of members: a body may have a hundred thousand.
  for (const name in members) {
    if (isDeeperThan(members[name], levels - 1)) return true
  }
  return false
}

const ESCAPED_NUL = /(?:^|[^\\])(?:\\\\)*\\u0000/

function hasNul(text: string): boolean {
  return text.includes('\u0000') || (text.includes('\\u0000') && ESCAPED_NUL.test(text))
}
