import type { Endpoint } from './endpoint.ts'
import type { Endpoint as EndpointBody } from './schemas.ts'
import { lastEnd } from './secrets.ts'

/** `waiting` is the number of deliveries that wait for an attempt. */
export function toBody(endpoint: Endpoint, waiting: number): EndpointBody {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    types: endpoint.types,
    includeCosts: endpoint.includesCosts,
    status: endpoint.status,
    disabledReason: endpoint.disabledReason,
    disabledAt: endpoint.disabledAt?.toISOString() ?? null,
    failingSince: endpoint.failingSince?.toISOString() ?? null,
    lastSuccessAt: endpoint.lastSuccessAt?.toISOString() ?? null,
    waiting,
    previousSecretUntil: lastEnd(endpoint.previousSecrets),
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  }
}
