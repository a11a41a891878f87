import { createFileRoute } from '@tanstack/react-router'
import { SubscriptionsPage } from '../../subscriptions/subscriptions-page.tsx'

export const Route = createFileRoute('/portal/subscriptions')({ component: SubscriptionsPage })
