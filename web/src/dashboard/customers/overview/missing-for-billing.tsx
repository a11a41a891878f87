import { Alert, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Customer } from '../../../api/api-types.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'

/**
 * Lists billing details that an invoice of this customer would lack, with a link to fill them in.
 */
export function MissingForBilling() {
  const { slug, may } = useOrganization()
  const customer = useCustomer()
  const missing = missingOf(customer)
  if (missing.length === 0) return null
  return (
    <Alert icon={<IconAlertTriangle size={18} />} p="sm" role="note">
      <Group justify="space-between" gap="sm">
        <div>
          {missing.map((text) => (
            <Text key={text}>{text}</Text>
          ))}
        </div>
        {may('write') && (
          <AnchorLink
            to="/o/$slug/customers/$customerId/details"
            params={{ slug, customerId: customer.id }}
          >
            Fill in
          </AnchorLink>
        )}
      </Group>
    </Alert>
  )
}

function missingOf({ email, billingContactEmail, country }: Customer): string[] {
  return [
    ...(email === null && billingContactEmail === null
      ? ['No email address: invoices are issued but not sent to anyone.']
      : []),
    ...(country === null ? ['No country: the address on invoices is incomplete.'] : []),
  ]
}
