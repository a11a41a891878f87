import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Budget } from '../../../api/api-types.ts'
import { budgetsKey, updateBudget } from '../../../api/budgets.ts'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { useOrganization } from '../../session/use-organization.ts'

export function useBudgetsRefresh() {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: budgetsKey(slug) })
}

/** Switches a budget off, or on again. */
export function useBudgetSwitch({ id, isActive }: Budget) {
  const { slug } = useOrganization()
  const refresh = useBudgetsRefresh()
  return useMutation({
    mutationFn: () => updateBudget(slug, id, { isActive: !isActive }),
    onSuccess: ({ name, isActive: isOn }) =>
      toast(isOn ? `${name} is on` : `${name} is off. It limits no run`),
    onError: (error) => toast(error.message),
    onSettled: refresh,
  })
}
