import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isPassing } from './api-error.ts'

const FRESH_MS = 10_000
const RETRIES = 2

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error
  }
}

/** After as long as the service says, otherwise after one second, then two. */
function retryDelay(failures: number, error: Error): number {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
  return 1_000 * (seconds ?? 2 ** failures)
}

/** Keeps what was read. `onSignedOut` hears of every request that was refused for want of a session. */
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
        retry: (failures, error) => failures < RETRIES && isPassing(error),
        retryDelay,
      },
      // A repeat by itself could do it twice.
      mutations: { retry: false },
    },
  })
}
