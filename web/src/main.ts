import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { noticeKeys } from "./lib/focus";
import { i18n } from "./lib/i18n/index.svelte";
import { followLayout } from "./lib/layout.svelte";
import { keepForLater } from "./lib/offline";
import { reloadWhenFilesAreGone } from "./lib/reload";
import { router } from "./lib/router.svelte";
import { pageFor } from "./pages";
import { askForFirst } from "./pages/early";

router.start();
reloadWhenFilesAreGone();
followLayout();
noticeKeys();
// The page's own file and what it shows come while the texts do; a failure shows itself when the page is drawn.
askForFirst(router.route);
if (router.route.page !== "start") pageFor(router.route.page).catch(() => undefined);
await i18n.load();
const target = document.getElementById("app") as HTMLElement;
target.replaceChildren();
mount(App, { target });
keepForLater();
