import { useQueryClient } from '@tanstack/react-query'

/** Returns a function that reloads what the page shows: a request changes outcomes, lists and figures. */
export function useRefreshOutcomes(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries()
}
