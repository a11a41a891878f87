import { expect, test } from 'vitest'
import { problemsOfDocument } from './problems.ts'

const FIELD = { type: 'string', description: 'Name of the task.' }

/** A document with one operation that answers a task. */
const documentOf = (name: object, example: unknown, parameter: object = { name: 'id' }) => ({
  paths: {
    '/tasks': {
      get: {
        operationId: 'getTask',
        parameters: [{ description: 'Id.', ...parameter }],
        responses: {
          200: {
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Task' }, example },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: { Task: { type: 'object', required: ['name'], properties: { name } } },
    responses: {},
    parameters: {},
  },
})

test('a document with descriptions and valid examples has no problem', () => {
  expect(problemsOfDocument(documentOf(FIELD, { name: 'a' }))).toEqual([])
})

test('a field or a parameter without a description is named', () => {
  expect(problemsOfDocument(documentOf({ type: 'string' }, { name: 'a' }))).toEqual([
    expect.stringContaining('Task.name has no description'),
  ])
  const parameter = { name: 'id', description: undefined }
  expect(problemsOfDocument(documentOf(FIELD, { name: 'a' }, parameter))).toEqual([
    expect.stringContaining('getTask id has no description'),
  ])
})

test('the known values of a list do not describe its field', () => {
  const known = 'One of `a`, `b`; more may be added.'
  expect(problemsOfDocument(documentOf({ ...FIELD, description: known }, { name: 'a' }))).toEqual([
    expect.stringContaining('Task.name has no description'),
  ])
  const description = `State of the task. ${known}`
  expect(problemsOfDocument(documentOf({ ...FIELD, description }, { name: 'a' }))).toEqual([])
})

test('a field that may be null says what null means', () => {
  const name = { ...FIELD, type: ['string', 'null'] }
  expect(problemsOfDocument(documentOf(name, { name: null }))).toEqual([
    expect.stringContaining('Task.name lacks the meaning of null'),
  ])
})

test('a body without an example, or with an invalid one, is named', () => {
  expect(problemsOfDocument(documentOf(FIELD, undefined))).toEqual([
    expect.stringContaining('getTask 200 has no example'),
  ])
  expect(problemsOfDocument(documentOf(FIELD, { name: 1 }))).toEqual([
    expect.stringContaining('getTask 200 is not valid: example/name must be string'),
  ])
})
