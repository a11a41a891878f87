import { useMutation, useQueryClient } from '@tanstack/react-query'
import { attentionKey } from '../../api/attention.ts'
import { customersKey } from '../../api/customers.ts'
import { analyticsKey } from '../../api/figures.ts'
import { excludeSignal, includeSignal, plansKey } from '../../api/plans.ts'
import { toast } from '../../ui/dialogs/toasts.ts'
import { useOrganization } from '../session/use-organization.ts'

type Signal = { planId: string; signalId: string; signalName: string; isIncluded: boolean }

/** Includes a signal in a plan, or excludes it. Errors are shown as a toast. */
export function useInclude() {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ isIncluded, ...signal }: Signal) => {
      await (isIncluded ? includeSignal(slug, signal) : excludeSignal(slug, signal))
    },
    onSuccess: (_, { signalName, isIncluded }) =>
      toast(
        isIncluded
          ? `${signalName} is included in the fees of the plan`
          : `${signalName} is no longer included`,
      ),
    onError: (error) => toast(error.message),
    onSettled: () =>
      Promise.all(
        [plansKey, analyticsKey, attentionKey, customersKey].map((keyOf) =>
          queryClient.invalidateQueries({ queryKey: keyOf(slug) }),
        ),
      ),
  })
}
