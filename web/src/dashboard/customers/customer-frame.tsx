import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { Customer } from '../../api/api-types.ts'
import { customerQuery } from '../../api/customers.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { TabLink, TabLinks } from '../../ui/layout/tab-links.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { CopyText } from '../../ui/values/copy-text.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { CustomerActions } from './customer-actions.tsx'
import { CustomerStatus } from './customer-status.tsx'

type Props = { customerId: string; children: ReactNode }

/** Frame around every tab of a customer: name, actions and links to the tabs. */
export function CustomerFrame({ customerId, children }: Props) {
  const { slug } = useOrganization()
  const { data: customer, error, refetch } = useQuery(customerQuery(slug, customerId))
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <CustomerNotFound />
  if (customer === undefined) {
    return (
      <Page title="Customer">
        {error ? (
          <Problem error={error} onRetry={() => void refetch()} />
        ) : (
          <LinesSkeleton lines={6} />
        )}
      </Page>
    )
  }
  return (
    <Stack gap="md">
      <Head customer={customer} />
      <Tabs customerId={customerId} />
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {children}
    </Stack>
  )
}

function Head({ customer }: { customer: Customer }) {
  const { slug } = useOrganization()
  const { name, externalId, email, status } = customer
  return (
    <Stack gap={4}>
      <AnchorLink to="/o/$slug/customers" params={{ slug }} size="sm">
        Customers
      </AnchorLink>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" maw="100%">
          <PageTitle>{name}</PageTitle>
          <CustomerStatus status={status} />
        </Group>
        <CustomerActions customer={customer} />
      </Group>
      <Group gap="md">
        {externalId !== null && <CopyText text={externalId} label="Copy external id" />}
        {email !== null && <Text c="dimmed">{email}</Text>}
      </Group>
    </Stack>
  )
}

function Tabs({ customerId }: { customerId: string }) {
  const params = { slug: useOrganization().slug, customerId }
  const exact = { exact: true, includeSearch: false }
  return (
    <TabLinks label="Customer sections">
      <TabLink to="/o/$slug/customers/$customerId" params={params} activeOptions={exact}>
        Overview
      </TabLink>
      <TabLink to="/o/$slug/customers/$customerId/profit" params={params} activeOptions={exact}>
        Profit
      </TabLink>
      <TabLink
        to="/o/$slug/customers/$customerId/subscriptions"
        params={params}
        activeOptions={exact}
      >
        Subscriptions
      </TabLink>
      <TabLink to="/o/$slug/customers/$customerId/invoices" params={params} activeOptions={exact}>
        Invoices
      </TabLink>
      <TabLink to="/o/$slug/customers/$customerId/credit" params={params} activeOptions={exact}>
        Credit
      </TabLink>
      <TabLink to="/o/$slug/customers/$customerId/events" params={params} activeOptions={exact}>
        Events
      </TabLink>
      <TabLink to="/o/$slug/customers/$customerId/details" params={params} activeOptions={exact}>
        Details
      </TabLink>
    </TabLinks>
  )
}

/** Shown for a deleted customer, one of another organization, and one that never existed. */
function CustomerNotFound() {
  const { slug } = useOrganization()
  return (
    <Page title="Customer not found">
      <Empty
        title="It may have been deleted"
        action={
          <AnchorLink to="/o/$slug/customers" params={{ slug }}>
            All customers
          </AnchorLink>
        }
      >
        Deleted customers are removed from the list. Their invoices and usage are kept.
      </Empty>
    </Page>
  )
}
