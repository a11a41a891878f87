import type { CloudEvent, LitellmPayload, OtlpLogs, OtlpMetrics, OtlpTraces } from '../api.gen.ts'
import type { Http, RequestOptions } from '../http/http.ts'

/** Usage in the formats of other systems, which usually send it themselves. */
export const ingestOf = (http: Http) => ({
  otlpTraces: (body: OtlpTraces, options?: RequestOptions) =>
    http.post('/v1/otlp/v1/traces', { body, ...options }),
  otlpLogs: (body: OtlpLogs, options?: RequestOptions) =>
    http.post('/v1/otlp/v1/logs', { body, ...options }),
  otlpMetrics: (body: OtlpMetrics, options?: RequestOptions) =>
    http.post('/v1/otlp/v1/metrics', { body, ...options }),
  litellm: (body: LitellmPayload, options?: RequestOptions) =>
    http.post('/v1/ingest/litellm', { body, ...options }),
  cloudEvent: (body: CloudEvent, options?: RequestOptions) =>
    http.post('/v1/ingest/cloudevents', { body, ...options }),
})
