import { describe, expect, test } from 'vitest'
import { createRowReader } from '../rows/row-record.ts'
import { mappingOf, orThrow, type TestMapping } from '../test-support.ts'
import { bindMapping } from './columns.ts'

const constants = ['customerExternalId=acme', 'agentCode=coder', 'signalName=edit']
const openai = [...constants, 'model=gpt-4o', 'modelProvider=openai']

function read(mapping: TestMapping, header: string[], cells: string[]) {
  const complete = orThrow(mappingOf(mapping))
  const bindings = orThrow(bindMapping(complete, header))
  return createRowReader(bindings, complete.dateFormat)(cells)
}

describe('mapping columns to fields', () => {
  test('takes every field from a column or a constant', () => {
    const fields = [
      'customerExternalId',
      'agentCode',
      'signalName',
      'model',
      'modelProvider',
      'serviceTier',
      'paidBy',
      'reportedCostUsd',
      'runId',
      'idempotencyKey',
      'metadata.team',
    ]
    const counts = [
      'inputTokens',
      'outputTokens',
      'cacheReadTokens',
      'cacheWriteTokens',
      'cacheWrite1hTokens',
      'quantity',
    ]
    const all = [...fields, ...counts]
    const cells = [...fields.map((field) => `my ${field}`), ...counts.map((_, index) => `${index}`)]
    const result = read(
      { map: all.map((field) => `${field}=${field} column`) },
      all.map((field) => `${field} column`),
      cells,
    )
    expect(result).toEqual({
      ok: true,
      record: {
        customerExternalId: 'my customerExternalId',
        agentCode: 'my agentCode',
        signalName: 'my signalName',
        model: 'my model',
        modelProvider: 'my modelProvider',
        serviceTier: 'my serviceTier',
        paidBy: 'my paidBy',
        reportedCostUsd: 'my reportedCostUsd',
        runId: 'my runId',
        idempotencyKey: 'my idempotencyKey',
        metadata: { team: 'my metadata.team' },
        inputTokens: 0,
        outputTokens: 1,
        cacheReadTokens: 2,
        cacheWriteTokens: 3,
        cacheWrite1hTokens: 4,
        quantity: 5,
      },
    })
  })

  test('gives model and provider from one column by rules', () => {
    const file = {
      model: { column: 'm', rules: [['^[^/]+/', '']] },
      modelProvider: {
        column: 'm',
        rules: [
          ['^([^/]+)/.*$', '$1'],
          ['^(?:gpt-|o[1-9]).*$', 'openai'],
        ],
        otherwise: 'unknown',
      },
    }
    const names = (cell: string) => {
      const result = read({ file, set: constants }, ['m'], [cell])
      return result.ok && [result.record.modelProvider, result.record.model]
    }
    expect(names('anthropic/claude-3-7-sonnet-20250219')).toEqual([
      'anthropic',
      'claude-3-7-sonnet-20250219',
    ])
    expect(names('openrouter/qwen/qwen3')).toEqual(['openrouter', 'qwen/qwen3'])
    expect(names('gpt-4o')).toEqual(['openai', 'gpt-4o'])
    expect(names('mystery')).toEqual(['unknown', 'mystery'])
  })

  test('lets the first rule that matches decide, and keeps a value that none matches', () => {
    const file = {
      signalName: {
        column: 'kind',
        rules: [
          ['^$', 'chat'],
          ['^a', 'b'],
          ['^b', 'c'],
        ],
      },
    }
    const set = openai.filter((constant) => !constant.startsWith('signalName'))
    const signal = (cell: string) => {
      const result = read({ file, set }, ['kind'], [cell])
      return result.ok && result.record.signalName
    }
    expect(signal('')).toBe('chat')
    expect(signal('an edit')).toBe('bn edit')
    expect(signal('edit')).toBe('edit')
  })

  test('lets a flag override the file', () => {
    const file = { model: { constant: 'gpt-3' }, quantity: { constant: 1 } }
    const result = read({ file, set: [...openai, 'quantity=2'] }, ['x'], [''])
    expect(result).toMatchObject({ ok: true, record: { model: 'gpt-4o', quantity: 2 } })
  })

  test('takes an empty cell as absent, and fails the row where the field is required', () => {
    const map = ['inputTokens=in', 'runId=run', 'metadata.team=team']
    const header = ['in', 'run', 'team', 'who']
    const optional = read({ map, set: openai }, header, [' ', '', '', 'x'])
    expect(optional.ok && Object.keys(optional.record)).toEqual([
      'customerExternalId',
      'agentCode',
      'signalName',
      'model',
      'modelProvider',
    ])
    const set = openai.filter((constant) => !constant.startsWith('customer'))
    const required = { map: ['customerExternalId=who', 'inputTokens=in'], set }
    expect(read(required, header, ['1.5', '', '', ''])).toEqual({
      ok: false,
      reason: 'customerExternalId is empty; inputTokens is not a whole number',
    })
  })

  test.each([
    ['12', 12],
    ['12.0', 12],
    ['+12', 12],
    ['-12', -12],
  ])('reads %s as the number %d', (cell, inputTokens) => {
    const result = read({ map: ['inputTokens=in'], set: openai }, ['in'], [cell])
    expect(result).toMatchObject({ ok: true, record: { inputTokens } })
  })

  test.each(['1.5', '1,000', '1e3', 'NaN', '0x10', 'ten'])(
    'does not accept %s as a number',
    (cell) => {
      const result = read({ map: ['inputTokens=in'], set: openai }, ['in'], [cell])
      expect(result).toEqual({ ok: false, reason: 'inputTokens is not a whole number' })
    },
  )

  test('refuses bytes of another encoding instead of storing a broken name', () => {
    const set = openai.filter((constant) => !constant.startsWith('customer'))
    const result = read({ map: ['customerExternalId=who'], set }, ['who'], ['M\uFFFDller'])
    expect(result).toMatchObject({ ok: false, reason: expect.stringContaining('--encoding') })
  })
})

describe('a mapping that is not right is refused at once', () => {
  const problems = (mapping: TestMapping) => {
    const result = mappingOf(mapping)
    return result.ok ? '' : result.problems.join('\n')
  }

  test('names unknown fields and all that exist', () => {
    const text = problems({ map: ['input_tokens=in'], set: openai })
    expect(text).toContain('"input_tokens" is not a field')
    expect(text).toMatch(/the fields are customerExternalId, .*inputTokens.*metadata\.<key>/)
  })

  test('names the required fields that are missing', () => {
    expect(problems({ set: constants })).toMatch(/^model, modelProvider must be mapped/)
  })

  test('names unknown and ambiguous columns and all that exist', () => {
    const mapping = orThrow(mappingOf({ map: ['inputTokens=in', 'outputTokens=out'], set: openai }))
    expect(bindMapping(mapping, ['input', 'out', 'out'])).toEqual({
      ok: false,
      problems: [
        'inputTokens: the file has no column "in"',
        'outputTokens: the file has several columns "out"',
        'the columns of the file are input, out, out',
      ],
    })
  })

  test.each<[string, TestMapping, RegExp]>([
    ['a flag without =', { map: ['model'] }, /write field=value/],
    ['a field mapped twice', { map: ['model=a'], set: ['model=b'] }, /model is mapped twice/],
    ['a date format', { dateFormat: 'epoch' }, /must be one of iso, unix-seconds/],
    ['a format in the file', { file: { usageDate: { column: 'a', format: 'x' } } }, /not "x"/],
    ['a format elsewhere', { file: { model: { column: 'a', format: 'iso' } } }, /only usageDate/],
    [
      'a regular expression',
      { file: { model: { column: 'a', rules: [['(', '']] } } },
      /rules\[0\]/,
    ],
    ['a rule', { file: { model: { column: 'a', rules: [['a']] } } }, /"regular expression"/],
    ['an unknown key', { file: { model: { column: 'a', rule: [] } } }, /model\.rule is unknown/],
    ['neither column nor constant', { file: { model: {} } }, /\{"column": "\.\.\."\}/],
    ['both column and constant', { file: { model: { column: 'a', constant: 'b' } } }, /must be/],
  ])('%s', (_, mapping, message) => {
    expect(problems(mapping)).toMatch(message)
  })
})
