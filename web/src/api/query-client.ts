import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isRetryable } from './api-error.ts'

const FRESH_MS = 10_000
const RETRIES = 2

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error
  }
}

/**
 * Returns the delay in milliseconds: the one that the service asks for, otherwise one second, then
 * two.
 */
function retryDelay(failures: number, error: Error): number {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
  return 1_000 * (seconds ?? 2 ** failures)
}

/**
 * Creates the query cache. `onSignedOut` is called for every request rejected without a valid
 * session.
 */
export function createQueryClient(onSignedOut: (refusal: ApiError) => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) onSignedOut(error)
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < RETRIES && isRetryable(error),
        retryDelay,
      },
      // An automatic retry could carry out the change twice.
      mutations: { retry: false },
    },
  })
}
