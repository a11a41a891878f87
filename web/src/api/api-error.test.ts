import { describe, expect, test } from 'vitest'
import { errorOfResponse, isRetryable, messagesByField } from './api-error.ts'

describe('a refusal', () => {
  test('has the message of the service and the request id', () => {
    const body = { message: 'email is taken', code: 'conflict', param: 'email', requestId: 'r1' }
    expect(errorOfResponse(new Response(null, { status: 409 }), body)).toMatchObject({
      status: 409,
      messages: ['email is taken'],
      param: 'email',
      requestId: 'r1',
    })
  })

  test.each([undefined, '', '<html>Bad gateway</html>', null])(
    'of a proxy, with the body %j, has a message',
    (body) => {
      const headers = { 'x-request-id': 'r2', 'retry-after': '7' }
      expect(errorOfResponse(new Response(null, { status: 502, headers }), body)).toMatchObject({
        messages: ['The service returned an error (502)'],
        requestId: 'r2',
        retryAfterSeconds: 7,
      })
    },
  )
})

describe('messages are grouped by field', () => {
  test.each([
    ['without the name', ['password must not be empty'], { password: 'Must not be empty' }],
    ['the first of each', ['name is long', 'name is odd'], { name: 'Is long' }],
    ['about no field of the form', ['token is required'], { '': 'token is required' }],
    ['with the place in a list', ['name[1] is odd'], { name: 'Entry 2 is odd' }],
    ['a sentence', ['This key is used'], { '': 'This key is used' }],
  ])('%s', (_, messages, expected) => {
    expect(messagesByField({ messages, param: undefined }, ['name', 'password'])).toEqual(expected)
  })

  test('a message with the field name elsewhere', () => {
    const refusal = { messages: ['That address is taken'], param: 'email' }
    expect(messagesByField(refusal, ['email'])).toEqual({ email: 'That address is taken' })
  })
})

test.each([
  [429, '5', true],
  [429, '600', false],
  [429, undefined, false],
  [503, '1', true],
  [422, undefined, false],
])('a response with status %i and Retry-After %s is retried: %s', (status, wait, isAsked) => {
  const headers = wait === undefined ? {} : { 'retry-after': wait }
  expect(isRetryable(errorOfResponse(new Response(null, { status, headers }), undefined))).toBe(
    isAsked,
  )
})
