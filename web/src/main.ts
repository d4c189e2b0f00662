import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { i18n } from "./lib/i18n/index.svelte";
import { router } from "./lib/router.svelte";

router.start();
await i18n.load();
mount(App, { target: document.getElementById("app") as HTMLElement });
