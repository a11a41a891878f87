import { Type } from 'typebox'
import { jsonObject } from '../../../platform/http/fields.ts'

const said = (description: string) => Type.Optional(Type.String({ description }))
const counted = (description: string) => Type.Optional(Type.Integer({ description }))

/** The documented fields; further ones are ignored. */
export const LitellmPayload = Type.Object(
  {
    id: Type.String({ description: 'Id of the call; the idempotency key is made of it.' }),
    trace_id: said('The run. Default: the id.'),
    call_type: said('Kind of call, such as `acompletion`.'),
    status: said('`success` or `failure`.'),
    model: Type.String({ description: 'Model that was called.' }),
    custom_llm_provider: said('Provider. Default: the part of the model before its slash.'),
    prompt_tokens: counted('Prompt tokens, including cached ones.'),
    completion_tokens: counted('Completion tokens.'),
    response_cost: Type.Optional(
      Type.Number({ description: 'Cost in USD by LiteLLM, kept as reported cost.' }),
    ),
    startTime: Type.Optional(Type.Number({ description: 'Seconds since 1970.' })),
    endTime: Type.Optional(Type.Number({ description: 'Seconds since 1970.' })),
    end_user: said('The customer, unless the metadata of the request or a rule says it.'),
    cache_hit: Type.Optional(
      Type.Boolean({ description: 'True: answered from a cache, at no cost.' }),
    ),
    metadata: Type.Optional(
      jsonObject(
        'With `requester_metadata`, which declares `piecework.customer`, `piecework.agent`, ' +
          '`piecework.signal` and `piecework.quantity`.',
      ),
    ),
  },
  {
    title: 'LitellmPayload',
    description:
      'What the generic callback of LiteLLM sends. A list of payloads, or one a line, is accepted too.',
    examples: [
      {
        id: 'chatcmpl-4711',
        trace_id: 'session-12',
        call_type: 'acompletion',
        status: 'success',
        model: 'gpt-4o',
        custom_llm_provider: 'openai',
        prompt_tokens: 1200,
        completion_tokens: 350,
        response_cost: 0.0065,
        startTime: 1_773_576_000.5,
        endTime: 1_773_576_002.1,
        end_user: 'acme',
        metadata: { requester_metadata: { 'piecework.agent': 'support-agent' } },
      },
    ],
  },
)

const IngestRejection = Type.Object(
  {
    index: Type.Integer({ description: 'Index of the payload in the request.' }),
    error: Type.String({ description: 'The reason.' }),
  },
  { title: 'IngestRejection', description: 'A payload that cannot be used.' },
)

export const LitellmAnswer = Type.Object(
  {
    accepted: Type.Integer({ description: 'Payloads that are kept, or were before.' }),
    ignored: Type.Integer({
      description: 'Failed calls and answers from the cache of LiteLLM, which cost nothing.',
    }),
    rejected: Type.Array(IngestRejection, { description: 'Payloads that cannot be used.' }),
  },
  { title: 'LitellmAnswer', description: 'What became of each payload.' },
)

export const CloudEvent = Type.Object(
  {
    specversion: Type.String({ description: '`1.0`.' }),
    type: Type.String({ description: 'Kind of event; not interpreted.' }),
    source: Type.String({ description: 'With the id, the default of `idempotencyKey`.' }),
    id: Type.String({ description: 'Unique in its source.' }),
    time: said('Default of `usageDate`.'),
    subject: said('Default of `customerExternalId`.'),
    data: jsonObject('The fields of a usage record.'),
  },
  {
    title: 'CloudEvent',
    description: 'A CloudEvent with a usage record. A list of events is accepted too.',
    examples: [
      {
        specversion: '1.0',
        type: 'ticket-resolved',
        source: 'helpdesk',
        id: '4711',
        time: '2026-03-15T12:00:00Z',
        subject: 'acme',
        data: {
          agentCode: 'support-agent',
          signalName: 'ticket-resolved',
          model: 'gpt-4o',
          modelProvider: 'openai',
          inputTokens: 1200,
          outputTokens: 350,
        },
      },
    ],
  },
)
