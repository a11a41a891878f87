import { Checkbox, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { activeTaxRatesQuery } from '../../../api/customers.ts'
import { Problem } from '../../../ui/states/problem.tsx'
import { formatShare } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import type { CustomerValues } from './customer-values.ts'

/**
 * Tax rates of a customer: the organization's defaults, or a selection instead. An empty selection
 * means no tax.
 */
export function TaxRateFields({ form }: { form: UseFormReturnType<CustomerValues> }) {
  const { slug } = useOrganization()
  const { data, error, refetch } = useQuery(activeTaxRatesQuery(slug))
  const [own, setOwn] = useState(form.getValues().taxRateIds)
  const choose = (ids: string[] | null) => {
    setOwn(ids)
    form.setFieldValue('taxRateIds', ids)
  }
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  if (data === undefined) return null
  if (data.results.length === 0 && own === null) {
    return <Text c="dimmed">No tax rates exist yet.</Text>
  }
  return (
    <Stack gap="xs">
      <Checkbox
        label="Use other tax rates than the organization's defaults"
        checked={own !== null}
        onChange={(event) => choose(event.currentTarget.checked ? [] : null)}
        error={form.errors.taxRateIds}
      />
      {own !== null && (
        <Checkbox.Group value={own} onChange={choose} aria-label="Tax rates of this customer">
          <Stack gap="xs" pl={28}>
            {data.results.map(({ id, name, percentage }) => (
              <Checkbox key={id} value={id} label={`${name}, ${formatShare(percentage)}`} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  )
}
