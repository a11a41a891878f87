import { useMutation, useQueryClient } from '@tanstack/react-query'
import { moveTestClock } from '../../api/test-clock.ts'
import { newKey } from '../../ui/forms/new-key.ts'
import { useOrganization } from '../session/use-organization.ts'

/** Moves the clock and invalidates all data, because any of it may change. */
export function useMoveClock(onDone: (before: string) => void) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ to }: { from: string; to: string }) => moveTestClock(slug, to, newKey()),
    onSuccess: (_, { from }) => onDone(from),
    onSettled: () => queryClient.invalidateQueries(),
  })
}
