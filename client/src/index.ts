export type * from './api.gen.ts'
export {
  AlreadyRecordedError,
  AuthenticationError,
  ConflictError,
  GuardBlocked,
  NetworkError,
  NotFoundError,
  PermissionError,
  PieceworkError,
  RateLimitError,
  RecordingError,
  ServerError,
  TimeoutError,
  ValidationError,
  WebhookVerificationError,
} from './errors.ts'
export type { ExtraHeaders } from './extra-headers.ts'
export type { Fetch, FetchAnswer, FetchInit } from './fetch.ts'
export type { Guard } from './guard/guard.ts'
export type { GuardedRun, GuardOutcome } from './guard/guarded-run.ts'
export type { GuardRunOptions } from './guard/options.ts'
export type { ApiAnswer, ApiPromise } from './http/api-promise.ts'
export type { ApiRequest, ChangeOptions, RequestOptions, WriteOptions } from './http/http.ts'
export type { List } from './http/list.ts'
export type { Logger } from './log.ts'
export { Piecework, type PieceworkOptions } from './piecework.ts'
export type { RecordingCounts } from './recording/counts.ts'
export type { LossReason, Lost } from './recording/losses.ts'
export type { RecordingOptions } from './recording/options.ts'
export type { Job, RunOptions } from './run.ts'
export type { ServiceUse } from './service-uses.ts'
export { type AiSdkUsage, aiSdkTokens } from './tokens/ai-sdk.ts'
export { type AnthropicUsage, anthropicTokens } from './tokens/anthropic.ts'
export { type BedrockUsage, bedrockTokens } from './tokens/bedrock.ts'
export { type GeminiUsage, geminiTokens } from './tokens/gemini.ts'
export { type LiteLlmUsage, liteLlmTokens } from './tokens/litellm.ts'
export {
  type OpenAiChatUsage,
  type OpenAiResponsesUsage,
  openAiChatTokens,
  openAiResponsesTokens,
} from './tokens/openai.ts'
export { type OpenRouterUsage, openRouterTokens } from './tokens/openrouter.ts'
export type { Tokens } from './tokens/tokens.ts'
export type { UsageRecord } from './usage-record.ts'
export { VERSION } from './version.ts'
export type { WebhookMessage } from './webhooks/message.ts'
export { type UnwrapOptions, unwrapWebhook, type WebhookHeaders } from './webhooks/unwrap.ts'
