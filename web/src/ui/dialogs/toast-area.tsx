import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import classes from './toast-area.module.css'

export default function ToastArea() {
  return (
    <Notifications
      position="bottom-left"
      limit={3}
      containerWidth={320}
      transitionDuration={100}
      classNames={{ root: classes.area, notification: classes.toast }}
    />
  )
}
