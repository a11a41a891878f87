import { expect, test } from 'vitest'
import { providerByModel, withProvider } from './provider.ts'

test.each<[string, string | undefined]>([
  ['openai', 'openai'],
  ['OpenAI', 'openai'],
  ['openai.responses', 'openai'],
  ['openai.embedding', 'openai'],
  ['google.generative-ai', 'google'],
  ['google.vertex.chat', 'google'],
  ['vertex.anthropic.messages', 'google'],
  ['gcp.vertex.agent', 'google'],
  // Aliases stay as they are: the catalog knows them.
  ['aws.bedrock', 'aws.bedrock'],
  ['azure.ai.openai', 'azure.ai.openai'],
  ['gcp.gen_ai', 'gcp.gen_ai'],
])('%s is the provider %s', (sent, expected) => {
  expect(withProvider({ 'gen_ai.provider.name': sent }, 'some-model', [])).toEqual({
    model: 'some-model',
    modelProvider: expected,
  })
})

test.each<[string, string | undefined]>([
  ['gpt-5-mini', 'openai'],
  ['o3', 'openai'],
  ['claude-sonnet-4-5-20250929', 'anthropic'],
  ['claude-sonnet-4-5@20250929', 'google'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'aws'],
  ['us-gov.anthropic.claude-sonnet-4-5-20250929-v1:0', 'aws'],
  ['gemini-2.5-flash', 'google'],
  ['openai/gpt-4o', 'openai'],
  // Several providers sell open models, at different prices.
  ['gpt-oss-120b', undefined],
  ['llama-3.3-70b', undefined],
  ['deepseek-chat', undefined],
])('the name %s alone shows the provider %s', (model, expected) => {
  expect(providerByModel(model)).toBe(expected)
})

test('a provider that is assumed by the name of the model is said', () => {
  const warnings: string[] = []
  expect(withProvider({ 'gen_ai.system': 'langchain' }, 'gpt-4o', warnings)).toEqual({
    model: 'gpt-4o',
    modelProvider: 'openai',
  })
  expect(warnings).toEqual([
    'No provider was sent for gpt-4o; openai is assumed by the name of the model',
  ])
})

test('a model without a known provider stays without one, and it is said', () => {
  const warnings: string[] = []
  expect(withProvider({}, 'llama-3.3-70b', warnings)).toEqual({ model: 'llama-3.3-70b' })
  expect(warnings).toEqual(['No provider was sent for llama-3.3-70b'])
})

test('the address of a provider with the API of OpenAI comes before the name of its client', () => {
  const at = (address: string) =>
    withProvider({ 'gen_ai.system': 'openai', 'server.address': address }, 'some-model', [])
  expect(at('api.groq.com').modelProvider).toBe('groq')
  expect(at('example.openai.azure.com').modelProvider).toBe('azure')
  expect(at('api.openai.com').modelProvider).toBe('openai')
  expect(at('notapi.groq.com.example').modelProvider).toBe('openai')
})
