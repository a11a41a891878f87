import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createCustomer, customerQuery, customersKey } from '../../api/customers.ts'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { Page } from '../../ui/layout/page.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { CustomerFields } from './form/customer-fields.tsx'
import { problemsOf, toBody, valuesOf } from './form/customer-values.ts'

export function NewCustomerPage() {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const state = useApiForm({
    initial: valuesOf(),
    check: problemsOf,
    send: (values, key) => createCustomer(slug, toBody(values), key),
    onDone: async (customer) => {
      queryClient.setQueryData(customerQuery(slug, customer.id).queryKey, customer)
      void queryClient.invalidateQueries({ queryKey: [...customersKey(slug), 'list'] })
      await navigate({
        to: '/o/$slug/customers/$customerId',
        params: { slug, customerId: customer.id },
        ignoreBlocker: true,
      })
      toast(`${customer.name} is created`)
    },
  })
  return (
    <Page
      title="New customer"
      about="Only a name is required. You can add the other details that invoices need later."
    >
      <ApiForm
        state={state}
        action="Create customer"
        isLong
        cancel={
          <Button
            variant="default"
            onClick={() => void navigate({ to: '/o/$slug/customers', params: { slug } })}
          >
            Cancel
          </Button>
        }
      >
        <CustomerFields form={state.form} />
      </ApiForm>
      <UnsavedGuard isUnsaved={() => state.form.isDirty()} />
    </Page>
  )
}
